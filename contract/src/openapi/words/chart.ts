import { CLINICAL } from './clinical.ts'

/** What charts of teeth are made of, by its documented name. */
export const CHART_RESOURCES: Readonly<Record<string, string>> = {
  chartItem: 'What stands on the chart of a patient: a finding, or what is planned or done.',
  chartedItems: 'What was put on a chart.',
  patientChart: 'The chart of a patient’s teeth.',
  chartTooth: 'A tooth, and what stands on the chart about it.',
  chartApproval: 'What an insurer was asked about.',
}

/** The fields that a chart shows of a treatment mean what they mean to plugins. */
export const CHART = { chartItem: CLINICAL.treatment ?? {} }
