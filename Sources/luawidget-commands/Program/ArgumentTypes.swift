public import ArgumentParser
public import WidgetModel

extension ColorScheme: ExpressibleByArgument {}
extension TextSize: ExpressibleByArgument {}
extension Surface: ExpressibleByArgument {}
extension WidgetFamily: ExpressibleByArgument {}
