import { DeliveryList } from '../deliveries/delivery-list.tsx'
import type { PluginProps } from './plugin-props.ts'

/** What was sent to the plugin. */
export const PluginDeliveries = ({ plugin }: PluginProps) => <DeliveryList installationId={plugin.id} />
