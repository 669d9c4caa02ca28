import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scramVerifier } from './scram.ts'

test('makes the verifier of the exchange in RFC 7677, section 3', () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  assert.equal(
    scramVerifier('pencil', salt),
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})

test('salts every verifier anew', () => {
  assert.notEqual(scramVerifier('pencil'), scramVerifier('pencil'))
})
