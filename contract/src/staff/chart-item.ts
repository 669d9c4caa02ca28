import { described, MaybeText, MaybeTimestamp, Nullable, OneOf, RowVersion, resource } from '../fields.ts'
import { Type } from '../kernel.ts'
import { Permitted } from '../tiers.ts'
import { Treatment, TreatmentStep } from '../treatments.ts'

/** In the order in which they are treated. */
export const PLAN_PHASES = ['URGENT', 'FUNCTIONAL', 'ELECTIVE', 'MAINTENANCE'] as const
export const FINDINGS = [
  ...['CARIES', 'FRACTURE', 'MISSING', 'IMPACTED', 'PERIAPICAL', 'MOBILE', 'FILLING', 'CROWN', 'BRIDGE', 'VENEER'],
  ...['ROOT_CANAL', 'IMPLANT', 'DENTURE', 'SEALANT', 'OTHER'],
] as const
export const CHARTABLE = ['PLANNED', 'EXISTING', 'CONDITION'] as const
/** Where a treatment stands with the insurer. */
export const APPROVALS = ['NONE', 'REQUESTED', 'APPROVED', 'DENIED'] as const
/** What may be done with an item of a chart. */
export const TREATMENT_DEEDS = [
  'EDIT',
  'STEPS',
  'START',
  'COMPLETE',
  'REJECT',
  'VOID',
  'REQUEST_APPROVAL',
  'APPROVE',
  'DENY',
] as const
/** The same of one of its steps. */
export const STEP_DEEDS = ['START', 'COMPLETE', 'REJECT'] as const

export const Phase = described(OneOf(PLAN_PHASES), 'In which part of the plan it is to be done.')
export const Finding = described(OneOf(FINDINGS), 'What was found on the teeth, of EXISTING and CONDITION alone.')
export const SortOrder = described(
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  'The place in the plan, lower comes first; of the same place, what was entered first.',
)
export const Quantity = described(Type.Integer({ minimum: 1, maximum: 100 }), 'How many of it.')

const { object: _step, ...stepAsTold } = TreatmentStep.properties

const ChartStep = resource(
  'treatment_step',
  {
    ...stepAsTold,
    allowed: described(Type.Array(OneOf(STEP_DEEDS)), 'What the member who asks may do with it as it is.'),
  },
  'chartStep',
)

const { object: _object, ...asToldToPlugins } = Treatment.properties
const READ = 'chart:read'

export const ChartItem = resource(
  'treatment',
  {
    ...asToldToPlugins,
    diagnosis: Permitted(READ, asToldToPlugins.diagnosis),
    details: Permitted(READ, asToldToPlugins.details),
    steps: described(Type.Array(ChartStep), 'In their order.'),
    quantity: Quantity,
    phase: Nullable(Phase),
    finding: Nullable(Finding),
    sortOrder: SortOrder,
    approval: described(OneOf(APPROVALS), 'Where it stands with the insurer.'),
    denialReason: described(MaybeText, 'Why the insurer said no; null where it did not.'),
    voidedAt: described(MaybeTimestamp, 'Since when it counts as entered in error; null where it does not.'),
    allowed: described(Type.Array(OneOf(TREATMENT_DEEDS)), 'What the member who asks may do with it as it is.'),
    version: RowVersion,
  },
  'chartItem',
)
