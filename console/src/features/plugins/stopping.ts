/** What shows whether the plugins of the clinic run. */
export const STOPPING = [
  'getPluginsState',
  'listInstalledPlugins',
  'getInstalledPlugin',
  'getPluginHealth',
  'listDeliveries',
] as const
