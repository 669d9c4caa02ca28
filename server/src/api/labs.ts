import { getLabOrder, listLabItems, listLabOrders, listLabs, updateLabOrder } from '@clinic/contract/labs.ts'
import { changeLabOrder } from '../domain/labs/change-lab-order.ts'
import { implement } from '../kernel/implement.ts'
import { getRecord, listRecords, presented } from '../kernel/record-operations.ts'
import { presentLab, presentLabItem, presentLabOrder } from '../present/labs.ts'

export const labs = [
  listRecords(listLabs, 'lab', presentLab),
  listRecords(listLabItems, 'lab_item', presentLabItem),
  listRecords(listLabOrders, 'lab_order', presentLabOrder),
  getRecord(getLabOrder, 'lab_order', presentLabOrder),
  implement(updateLabOrder, presented(changeLabOrder, presentLabOrder)),
]
