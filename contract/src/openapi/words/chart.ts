import { CLINICAL } from './clinical.ts'

/** What charts of teeth are made of, by its documented name. */
export const CHART_RESOURCES: Readonly<Record<string, string>> = {
  chartItem: 'What stands on the chart of a patient: a finding, or what is planned or done.',
  awaitedApproval: 'A treatment that waits for the approval of an insurer.',
  chartStep: 'One step of what stands on a chart.',
  completedItem: 'What stands on the chart of a patient, after a move that may have taken from the stock.',
  treatmentSupply: 'An item of the stock that a treatment takes.',
  treatmentSupplies: 'What a treatment takes from the stock.',
  stockShortage: 'An item of the stock of which there was too little.',
  chartedItems: 'What was put on a chart.',
  patientChart: 'The chart of a patient’s teeth.',
  chartTooth: 'A tooth, and what stands on the chart about it.',
  chartApproval: 'What an insurer was asked about.',
}

/** The fields that a chart shows of a treatment mean what they mean to plugins. */
const treatment = CLINICAL.treatment ?? {}
export const CHART = {
  ...{ chartItem: treatment, completedItem: treatment, awaitedApproval: treatment },
  chartStep: CLINICAL.treatment_step ?? {},
}
