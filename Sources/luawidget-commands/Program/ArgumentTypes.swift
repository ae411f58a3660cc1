public import ArgumentParser
public import WidgetBars
public import WidgetModel

extension ColorScheme: ExpressibleByArgument {}
extension TextSize: ExpressibleByArgument {}
extension Surface: ExpressibleByArgument {}
extension WidgetFamily: ExpressibleByArgument {}
extension BarConfiguration.Program: ExpressibleByArgument {}
