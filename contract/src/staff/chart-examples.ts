const rootCanal = { name: 'Root canal', quantity: 1, finding: null }

const composite = { name: 'Composite A2', unit: 'syringe' }

/** Invented values of what stands on charts. */
export const CHART_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  chartItem: { ...rootCanal, denialReason: null, voidedAt: null, preAuth: null },
  chartTreatment: rootCanal,
  updateTreatment: { ...rootCanal, reason: 'Was another tooth' },
  completedItem: { ...rootCanal, denialReason: null, voidedAt: null, preAuth: null },
  awaitedApproval: {
    ...{ name: 'Root canal', patientName: 'Sara Haddad', fileNumber: 1042, insurer: 'Example Insurance' },
    ...{ approval: 'REQUESTED', denialReason: null },
  },
  chartStep: { name: 'Open and clean', status: 'PLANNED' },
  approveTreatment: { preAuth: 'PA-2207' },
  denyTreatmentApproval: { reason: 'Not covered by the class' },
  rejectTreatment: { reason: 'Was another tooth' },
  voidTreatment: { reason: 'Was another tooth' },
  putTreatmentSteps: { reason: 'Was another tooth' },
  treatmentSupply: { ...composite, quantity: 0.5, inStock: 12 },
  stockShortage: { ...composite, quantity: 0.5, missing: 0.5 },
  consumption: { quantity: 0.5 },
  steps: { name: 'Open and clean' },
}

/** What ids begin with, by the words that only charts have. */
export const CHART_ID_WORDS: Readonly<Record<string, string>> = {
  chartitem: 'trt',
  awaitedapproval: 'trt',
  completeditem: 'trt',
  chartstep: 'tst',
  steps: 'tst',
  patientchart: 'pat',
}
