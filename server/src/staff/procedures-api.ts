import {
  getProcedureSupplies,
  listStockItems,
  putProcedureSupplies,
} from '@clinic/contract/staff/procedure-supplies.ts'
import {
  addProcedure,
  addProcedureGroup,
  importProcedures,
  listClinicProcedures,
  listProcedureGroups,
  updateProcedure,
  updateProcedureGroup,
} from '@clinic/contract/staff/procedures.ts'
import { putSupplies, readSupplies, stockMeant } from '../domain/inventory/procedure-supplies.ts'
import { addProcedure as add } from '../domain/procedures/add-procedure.ts'
import { changeProcedure } from '../domain/procedures/change-procedure.ts'
import { importProcedures as readIn } from '../domain/procedures/import/import-procedures.ts'
import { listedProcedure, priceList, procedureGroups } from '../domain/procedures/price-list.ts'
import { addProcedureGroup as addGroup, changeProcedureGroup } from '../domain/procedures/procedure-groups.ts'
import { implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import {
  presentClinicProcedure,
  presentImported,
  presentProcedureGroup,
  presentProcedureSupplies,
  presentStockItem,
} from '../present/price-list.ts'

/** What a use-case makes of a procedure, and how it is listed then. */
const listed =
  <Given>(useCase: (tx: Tx, input: Given) => Promise<{ id: string }>) =>
  async (tx: Tx, input: Given) => {
    const { id } = await useCase(tx, input)
    return { data: presentClinicProcedure(await listedProcedure(tx, id), tx.clinic) }
  }

/** The price list of the clinic. */
export const proceduresApi = [
  implement(listClinicProcedures, async tx => ({
    data: (await priceList(tx)).map(one => presentClinicProcedure(one, tx.clinic)),
  })),
  implement(addProcedure, listed(add)),
  implement(updateProcedure, listed(changeProcedure)),
  implement(listProcedureGroups, async tx => ({
    data: (await procedureGroups(tx)).map(one => presentProcedureGroup(one, tx.clinic)),
  })),
  implement(addProcedureGroup, async (tx, input) => ({
    data: presentProcedureGroup(await addGroup(tx, input), tx.clinic),
  })),
  implement(updateProcedureGroup, async (tx, input) => ({
    data: presentProcedureGroup(await changeProcedureGroup(tx, input), tx.clinic),
  })),
  implement(listStockItems, async (tx, query) => ({
    data: (await stockMeant(tx, query)).map(row => presentStockItem(row, tx.clinic)),
  })),
  implement(getProcedureSupplies, async (tx, { id }) => ({
    data: presentProcedureSupplies(await readSupplies(tx, id), tx.clinic),
  })),
  implement(putProcedureSupplies, presented(putSupplies, presentProcedureSupplies)),
  implement(importProcedures, async (tx, input) => ({ data: presentImported(await readIn(tx, input), tx.clinic) })),
]
