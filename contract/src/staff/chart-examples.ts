const rootCanal = { name: 'Root canal', quantity: 1, finding: null }

/** Invented values of what stands on charts. */
export const CHART_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  chartItem: { ...rootCanal, denialReason: null, voidedAt: null, preAuth: null },
  chartTreatment: rootCanal,
  updateTreatment: { ...rootCanal, reason: 'Was another tooth' },
  steps: { name: 'Open and clean' },
}

/** What ids begin with, by the words that only charts have. */
export const CHART_ID_WORDS: Readonly<Record<string, string>> = { chartitem: 'trt', patientchart: 'pat' }
