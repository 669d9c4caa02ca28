import {
  IconAdjustmentsHorizontal,
  IconBook2,
  IconCalendarTime,
  IconChecklist,
  IconFlask,
  IconHeartbeat,
  IconLayoutKanban,
  IconListSearch,
  IconPlugConnected,
  IconPuzzle,
  IconReceipt,
  IconSend,
  IconSettings,
  IconShieldExclamation,
  IconShieldLock,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { MainRoomKey, RoomKey } from './rooms.ts'

/** Of the rooms that the navigation leads to. */
export const ROOM_ICONS: Readonly<Record<MainRoomKey, TablerIcon>> = {
  day: IconCalendarTime,
  flow: IconLayoutKanban,
  patients: IconHeartbeat,
  tasks: IconChecklist,
  money: IconReceipt,
  books: IconBook2,
  assistants: IconPlugConnected,
  clinicAssistants: IconAdjustmentsHorizontal,
  plugins: IconPuzzle,
  audit: IconListSearch,
  deliveries: IconSend,
  securityEvents: IconShieldExclamation,
  sandbox: IconFlask,
  members: IconUsers,
  settings: IconSettings,
  retention: IconShieldLock,
}

/** Loaded when a person goes there. */
export const ROOM_PAGES: Readonly<Record<RoomKey, RouteComponent>> = {
  day: lazyRouteComponent(() => import('../features/day/day-page.tsx'), 'DayPage'),
  flow: lazyRouteComponent(() => import('../features/flow/flow-page.tsx'), 'FlowPage'),
  patients: lazyRouteComponent(() => import('../features/patients/patients-page.tsx'), 'PatientsPage'),
  tasks: lazyRouteComponent(() => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
  money: lazyRouteComponent(() => import('../features/money/money-page.tsx'), 'MoneyPage'),
  checkout: lazyRouteComponent(() => import('../features/checkout/checkout-page.tsx'), 'CheckoutPage'),
  books: lazyRouteComponent(() => import('../features/books/books-page.tsx'), 'BooksPage'),
  assistants: lazyRouteComponent(() => import('../features/assistants/assistants-page.tsx'), 'AssistantsPage'),
  clinicAssistants: lazyRouteComponent(
    () => import('../features/assistants/clinic-assistants-page.tsx'),
    'ClinicAssistantsPage',
  ),
  plugins: lazyRouteComponent(() => import('../features/plugins/plugins-page.tsx'), 'PluginsPage'),
  pluginConsent: lazyRouteComponent(() => import('../features/plugins/consent-page.tsx'), 'ConsentPage'),
  plugin: lazyRouteComponent(() => import('../features/plugins/plugin-page.tsx'), 'PluginPage'),
  audit: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  pluginUpgrade: lazyRouteComponent(() => import('../features/plugins/upgrade-page.tsx'), 'UpgradePage'),
  deliveries: lazyRouteComponent(() => import('../features/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
  event: lazyRouteComponent(() => import('../features/deliveries/event-page.tsx'), 'EventPage'),
  securityEvents: lazyRouteComponent(
    () => import('../features/security-events/security-events-page.tsx'),
    'SecurityEventsPage',
  ),
  retention: lazyRouteComponent(() => import('../features/retention/retention-page.tsx'), 'RetentionPage'),
  patient: lazyRouteComponent(() => import('../features/patients/patient-page.tsx'), 'PatientPage'),
  sandbox: lazyRouteComponent(() => import('../features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
  settings: lazyRouteComponent(() => import('../features/settings/clinic-page.tsx'), 'ClinicPage'),
  settingsBranches: lazyRouteComponent(() => import('../features/settings/branches-page.tsx'), 'BranchesPage'),
  settingsPractitioners: lazyRouteComponent(
    () => import('../features/settings/practitioners-page.tsx'),
    'PractitionersPage',
  ),
  settingsBranch: lazyRouteComponent(() => import('../features/settings/branch-page.tsx'), 'BranchPage'),
  settingsAppointments: lazyRouteComponent(
    () => import('../features/settings/appointments-page.tsx'),
    'AppointmentsPage',
  ),
  settingsReminders: lazyRouteComponent(() => import('../features/settings/reminders-page.tsx'), 'RemindersPage'),
  members: lazyRouteComponent(() => import('../features/members/members-page.tsx'), 'MembersPage'),
}
