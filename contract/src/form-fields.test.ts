import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerIssues } from './form-answers.ts'
import { areFormFields, type FormField, formFieldIssues } from './form-fields.ts'

const label = { en: 'Question', ar: 'سؤال' }
const MEDICAL_HISTORY: FormField[] = [
  { key: 'general', type: 'section', label },
  { key: 'smoker', type: 'boolean', label, required: true },
  {
    key: 'perDay',
    type: 'integer',
    label,
    required: true,
    min: 1,
    max: 100,
    visibleWhen: { key: 'smoker', equals: true },
  },
  {
    ...{ key: 'allergies', type: 'multiselect', label },
    options: ['penicillin', 'latex', 'other'].map(value => ({ value, label })),
  },
  { key: 'which', type: 'text', label, required: true, visibleWhen: { key: 'allergies', equals: 'other' } },
  { key: 'pain', type: 'scale', label },
  { key: 'where', type: 'teeth', label },
]
const paths = (fields: FormField[], answers: Record<string, unknown>, whole = true) =>
  answerIssues(fields, answers, { whole }).map(({ path, code }) => `${path} ${code}`)

test('takes a real form, and answers to it', () => {
  assert.deepEqual(formFieldIssues(MEDICAL_HISTORY), [])
  assert.deepEqual(paths(MEDICAL_HISTORY, { smoker: false, allergies: ['latex'], pain: 10, where: [11, 85] }), [])
  assert.deepEqual(
    paths(MEDICAL_HISTORY, { smoker: true, perDay: 20, allergies: ['other'], which: 'nuts', pain: null }),
    [],
  )
})

test('asks for what is required where it is asked, and not in a draft', () => {
  assert.deepEqual(paths(MEDICAL_HISTORY, {}), ['/smoker required'])
  assert.deepEqual(paths(MEDICAL_HISTORY, { smoker: true, allergies: ['other'] }), [
    '/perDay required',
    '/which required',
  ])
  assert.deepEqual(paths(MEDICAL_HISTORY, { smoker: true, allergies: ['other'] }, false), [])
})

test('refuses answers that no question asks for', () => {
  assert.deepEqual(paths(MEDICAL_HISTORY, { smoker: false, perDay: 3 }), ['/perDay unknown_key'])
  assert.deepEqual(paths(MEDICAL_HISTORY, { smoker: false, general: 'x', other: 1 }), [
    '/general unknown_key',
    '/other unknown_key',
  ])
})

test('a question behind one that is not asked is not asked either', () => {
  const chain: FormField[] = [
    { key: 'a', type: 'boolean', label },
    { key: 'b', type: 'boolean', label, visibleWhen: { key: 'a', equals: true } },
    { key: 'c', type: 'text', label, required: true, visibleWhen: { key: 'b', equals: true } },
  ]
  assert.deepEqual(paths(chain, { a: false }), [])
  assert.deepEqual(paths(chain, { a: false, b: true, c: 'x' }), ['/b unknown_key', '/c unknown_key'])
})

test('holds each type of question to its answers', () => {
  const one = (field: Omit<FormField, 'key' | 'label'>): FormField[] => [{ key: 'q', label, ...field }]
  const options = [{ value: 'yes', label }]
  const rows: [FormField[], good: unknown, bad: unknown][] = [
    [one({ type: 'text', maxLength: 3 }), 'abc', 'abcd'],
    [one({ type: 'paragraph' }), 'x'.repeat(10_000), ''],
    [one({ type: 'number', min: 0.5 }), 0.5, 0.4],
    [one({ type: 'integer' }), 3, 3.5],
    [one({ type: 'boolean' }), false, 'false'],
    [one({ type: 'select', options }), 'yes', 'no'],
    [one({ type: 'multiselect', options }), ['yes'], ['yes', 'yes']],
    [one({ type: 'scale' }), 0, 11],
    [one({ type: 'date' }), '2026-02-28', '2026-02-30'],
    [one({ type: 'time' }), '09:30', '9:30'],
    [one({ type: 'email' }), 'a@example.com', 'a@'],
    [one({ type: 'phone' }), '0500000001', 'call me'],
    [one({ type: 'teeth' }), [11], [19]],
  ]
  for (const [fields, good, bad] of rows) {
    assert.ok(areFormFields(fields), String(fields[0]?.type))
    assert.deepEqual(paths(fields, { q: good }), [], String(fields[0]?.type))
    assert.equal(paths(fields, { q: bad }).length, 1, String(fields[0]?.type))
  }
})

test('refuses forms that contradict themselves, with every problem at once', () => {
  const wrong = [
    { key: 'a', type: 'select', label },
    { key: 'a', type: 'text', label, min: 1 },
    { key: 'b', type: 'number', label, min: 2, max: 1 },
    { key: 'c', type: 'text', label, visibleWhen: { key: 'later', equals: 1 } },
    { key: 'd', type: 'text', label, visibleWhen: { key: 'b', equals: 'text' } },
  ]
  assert.deepEqual(
    formFieldIssues(wrong).map(({ path }) => path),
    ['/0/options', '/1/key', '/1/min', '/2/max', '/3/visibleWhen/key', '/4/visibleWhen/equals'],
  )
  assert.ok(!areFormFields([]))
  assert.ok(!areFormFields([{ key: 'x', type: 'text' }]))
})

test('answers may have 64 KiB altogether', () => {
  const fields: FormField[] = Array.from({ length: 8 }, (_, index) => ({ key: `p${index}`, type: 'paragraph', label }))
  const answers = Object.fromEntries(fields.map(({ key }) => [key, 'x'.repeat(9_000)]))
  assert.deepEqual(paths(fields, answers), [' too_long'])
})
