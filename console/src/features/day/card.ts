export type { Day, DayCard as Card } from '@clinic/contract/staff/day.ts'
