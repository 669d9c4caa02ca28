import * as declared from '@clinic/contract/staff/treatment-moves.ts'
import { completeTreatment, completeTreatmentStep } from '../domain/clinical/complete-treatment.ts'
import { moveTreatment } from '../domain/clinical/move-treatment.ts'
import { moveTreatmentStep } from '../domain/clinical/move-treatment-step.ts'
import { putTreatmentSteps } from '../domain/clinical/put-treatment-steps.ts'
import { voidTreatment } from '../domain/clinical/void-treatment.ts'
import { suppliesOf } from '../domain/inventory/treatment-stock.ts'
import { implement } from '../kernel/implement.ts'
import { chartItem, movedItem } from './chart-items.ts'

/** How treatments and their steps are begun, done, left out and taken back. */
export const treatmentMovesApi = [
  implement(declared.getTreatmentSupplies, async (tx, { id }) => ({
    data: { supplies: await suppliesOf(tx, await tx.get('treatment', id)) },
  })),
  implement(declared.startTreatment, async (tx, { id }) =>
    chartItem(tx, await moveTreatment(tx, { id, to: 'IN_PROGRESS' })),
  ),
  implement(declared.completeTreatment, async (tx, input) => movedItem(tx, await completeTreatment(tx, input))),
  implement(declared.rejectTreatment, async (tx, input) =>
    chartItem(tx, await moveTreatment(tx, { ...input, to: 'REJECTED' })),
  ),
  implement(declared.voidTreatment, async (tx, input) => chartItem(tx, await voidTreatment(tx, input))),
  implement(declared.putTreatmentSteps, async (tx, input) => chartItem(tx, await putTreatmentSteps(tx, input))),
  implement(declared.startTreatmentStep, async (tx, { id }) =>
    chartItem(tx, await moveTreatmentStep(tx, { id, to: 'IN_PROGRESS' })),
  ),
  implement(declared.completeTreatmentStep, async (tx, input) => movedItem(tx, await completeTreatmentStep(tx, input))),
  implement(declared.rejectTreatmentStep, async (tx, { id }) =>
    movedItem(tx, await moveTreatmentStep(tx, { id, to: 'REJECTED' })),
  ),
]
