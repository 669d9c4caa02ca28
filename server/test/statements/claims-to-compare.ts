import { sql } from '../../src/db/statement.ts'

/** Claims of which the test says whether they hold. */
export const RIGHT = [
  sql<{ id: string; name_ar: string | null; rooms: string[] }>('select id, name_ar, rooms from branch'),
  sql<{ status: 'BOOKED' | 'CANCELED' }>('select status from appointment'),
  sql<{ id: string; name: string | null }>(`
    select task.id, patient.first_name as name from task left join patient on patient.id = task.patient_id`),
  sql<{ settings: { theme: string } | null }>('select settings from installation'),
  sql<Partial<Record<'few' | 'many', number>>>('select count(*) as many from branch'),
]

export const WRONG = [
  sql<{ id: string; nothing: string }>('select id from branch'),
  sql<{ id: string }>('select id, name from branch'),
  sql<{ id: number }>('select id from branch'),
  sql<{ name_ar: string }>('select name_ar from branch'),
  sql<{ count: string }>('select count(*) from branch'),
  sql<{ ids: number[] }>('select array(select id from branch) as ids'),
  sql<{ id: string }>('update branch set active = true'),
]
