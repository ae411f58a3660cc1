public import ArgumentParser
public import WidgetModel
public import WidgetSurfaces

extension ColorScheme: ExpressibleByArgument {}
extension TextSize: ExpressibleByArgument {}
extension Surface: ExpressibleByArgument {}
extension WidgetFamily: ExpressibleByArgument {}
extension BarConfiguration.Program: ExpressibleByArgument {}
