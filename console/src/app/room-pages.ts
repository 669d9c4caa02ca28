import { IconAdjustmentsHorizontal, IconPlugConnected, IconUsers, type TablerIcon } from '@tabler/icons-react'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { RoomKey } from './rooms.ts'

interface RoomPage {
  readonly icon: TablerIcon
  /** Loaded when a person goes there. */
  readonly page: RouteComponent
}

export const ROOM_PAGES: Readonly<Record<RoomKey, RoomPage>> = {
  assistants: {
    icon: IconPlugConnected,
    page: lazyRouteComponent(() => import('../features/assistants/assistants-page.tsx'), 'AssistantsPage'),
  },
  clinicAssistants: {
    icon: IconAdjustmentsHorizontal,
    page: lazyRouteComponent(() => import('../features/assistants/clinic-assistants-page.tsx'), 'ClinicAssistantsPage'),
  },
  members: {
    icon: IconUsers,
    page: lazyRouteComponent(() => import('../features/members/members-page.tsx'), 'MembersPage'),
  },
}
