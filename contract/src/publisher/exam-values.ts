const version = '1.5.0'
const hash = '4f1c8a0e2b7d4c6f9a3e5b1d8c7f2a6e0d9b4c3a5f8e7d1b2c6a9f0e3d4b5c7a'

/** Invented values of what an exam says, by what the field belongs to. */
export const EXAM_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  startExam: {
    version,
    url: 'https://plugin.example.com/hooks',
    settings: { reminderHours: 24 },
    replace: true,
  },
  startedExam: {
    token: 'plg_test_EXAMPLEonlyNotARealToken000000000000000000',
    signingSecret: 'whsec_EXAMPLEonlyNotARealSecret0000000000000000000',
  },
  exam: {
    version,
    manifestHash: hash,
    url: 'https://plugin.example.com/hooks',
    state: 'PASSED',
    begunAt: '2026-07-05T07:01:00.000Z',
    endedAt: '2026-07-05T07:02:36.000Z',
  },
  examProbe: {
    probe: 'wrong_signature',
    required: true,
    outcome: 'PASS',
    sent: 'An event whose signature differs in its last digit.',
    expected: 'An answer of 4xx within 10 s, and no call of the API for 5 s.',
    happened: 'HTTP 401 after 12 ms, no call.',
  },
  examReceipt: {
    type: 'plugin_exam',
    plugin: 'smile-reminders',
    version,
    manifestHash: hash,
    passedAt: '2026-07-05T07:02:36.000Z',
    probes: { good_signature: 'PASS' },
    key: '5d0c1f7e9a3b2468',
    signature: `${hash}${hash}`,
  },
  listExams: { version },
  getExam: { version },
}
