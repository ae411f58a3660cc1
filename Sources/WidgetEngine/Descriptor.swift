import WidgetSystem

package func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
