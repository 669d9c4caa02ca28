import { listBranches } from '@clinic/contract/branches.ts'
import { getClinic } from '@clinic/contract/clinic.ts'
import { Optional } from '@clinic/contract/fields.ts'
import { Type } from '@clinic/contract/kernel.ts'
import { listPractitioners } from '@clinic/contract/practitioners.ts'
import { listProcedures } from '@clinic/contract/procedures.ts'
import { getTool, listTool } from '../derive.ts'
import { branchId, search } from '../inputs.ts'

const scopes = ['clinic:read'] as const

export const clinicTools = [
  getTool({
    description: 'The clinic of this connection: name, country, currency, time zone, tax rate.',
    scopes,
    operation: getClinic,
  }),
  listTool({
    description: 'Branches of the clinic with address, rooms and opening hours.',
    scopes,
    operation: listBranches,
  }),
  listTool({
    description: 'Doctors and other staff who treat patients, with specialty and branches.',
    scopes,
    operation: listPractitioners,
    input: {
      ...branchId,
      is_doctor: Optional(Type.Boolean({ description: 'true: only doctors that can be booked.' })),
    },
  }),
  listTool({
    name: 'search_procedures',
    title: 'Search procedures',
    description: 'The price list, searched by name or code.',
    scopes,
    operation: listProcedures,
    input: search,
    query: ({ query }) => ({ searchTerm: query }),
  }),
]
