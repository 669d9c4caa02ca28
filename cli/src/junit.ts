import { type Row, rowsOf } from './records.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const CONTROLS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g

const escaped = (value: unknown): string =>
  String(value ?? '')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/[&<>"]/g, found => ENTITIES[found] ?? found)

function caseOf({ probe, required, outcome, sent, expected, happened }: Row): string {
  const head = `    <testcase classname="exam.${required === true ? 'required' : 'advised'}" name="${escaped(probe)}"`
  const told = escaped(`sent: ${sent}\nexpected: ${expected}\nhappened: ${happened}`)
  if (outcome === 'FAIL') return `${head}><failure message="${escaped(happened)}">${told}</failure></testcase>`
  if (outcome === 'SKIPPED') return `${head}><skipped message="${escaped(happened)}"/></testcase>`
  return outcome === 'WARN' ? `${head}><system-out>${told}</system-out></testcase>` : `${head}/>`
}

/** An exam as build servers read tests: what is only advised never fails. */
export function junitOf(plugin: string, exam: Row): string {
  const probes = rowsOf(exam.probes)
  const count = (outcome: string) => probes.filter(probe => probe.outcome === outcome).length
  const name = escaped(`${plugin} ${exam.version}`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${name}" tests="${probes.length}" failures="${count('FAIL')}" skipped="${count('SKIPPED')}">`,
    ...probes.map(caseOf),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
