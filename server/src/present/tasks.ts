import { BoardTask } from '@clinic/contract/staff/tasks.ts'
import type { BoardTaskRow } from '../domain/tasks/board.ts'
import { presenter } from '../kernel/presenter.ts'
import { patientName } from './patient-name.ts'

export const presentBoardTask = presenter<BoardTaskRow, typeof BoardTask>(BoardTask, {
  due: 'due_at',
  order: 'sort_order',
  patientName: ({ patient }) => (patient === undefined ? null : patientName(patient)),
  fileNumber: ({ patient }) => patient?.file_number ?? null,
})
