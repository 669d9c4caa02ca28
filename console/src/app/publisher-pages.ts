import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { PublisherRoomKey } from './publisher-rooms.ts'

/** Loaded when a person goes there. */
export const PUBLISHER_PAGES: Readonly<Record<PublisherRoomKey, RouteComponent>> = {
  ownPlugins: lazyRouteComponent(() => import('../features/publisher/plugins-page.tsx'), 'OwnPluginsPage'),
  ownPlugin: lazyRouteComponent(() => import('../features/publisher/plugin-page.tsx'), 'OwnPluginPage'),
  newVersion: lazyRouteComponent(() => import('../features/publisher/new-version-page.tsx'), 'NewVersionPage'),
  ownVersion: lazyRouteComponent(() => import('../features/publisher/version-page.tsx'), 'VersionPage'),
  ownKeys: lazyRouteComponent(() => import('../features/publisher/keys-page.tsx'), 'KeysPage'),
  publisherTeam: lazyRouteComponent(() => import('../features/publisher/team-page.tsx'), 'TeamPage'),
  publisherSettings: lazyRouteComponent(() => import('../features/publisher/settings-page.tsx'), 'SettingsPage'),
}

export const PublishersPage = lazyRouteComponent(
  () => import('../features/publisher/publishers-page.tsx'),
  'PublishersPage',
)
export const PublisherShell = lazyRouteComponent(() => import('./publisher-shell.tsx'), 'PublisherShell')
export const PublisherFrame = lazyRouteComponent(() => import('./publisher-shell.tsx'), 'PublisherFrame')
