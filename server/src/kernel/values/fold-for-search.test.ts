import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldForSearch } from './fold-for-search.ts'

function assertSame(...spellings: string[]): void {
  for (const spelling of spellings) assert.equal(foldForSearch(spelling), foldForSearch(spellings[0] ?? ''), spelling)
}

test('Arabic names are found however their letters are typed', () => {
  assertSame('أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد', 'أَحْمَد', 'أحـــمد', 'ا\u0654حمد')
  assertSame('فاطمة', 'فاطمه', 'فاطِمَة')
  assertSame('مصطفى', 'مصطفي', 'مصطفی')
  assertSame('هناء', 'هنا')
  assertSame('مؤمن', 'مومن')
  assertSame('رائد', 'رايد')
  assertSame('کریم', 'كريم')
  assertSame('ﻻمع', 'لامع')
  assertSame('رَحْمٰن', 'رحمن')
})

test('Latin names are found without case and diacritics', () => {
  assertSame('José Müller', 'jose muller', 'JOSÉ  MÜLLER ')
  assertSame('Łukasz Ørsted', 'lukasz orsted')
  assertSame('İpek Işık', 'ipek isik')
  assertSame('Straße', 'STRASSE')
})

test('digits of all three forms are one', () => {
  assertSame('ملف 0123456789', 'ملف ٠١٢٣٤٥٦٧٨٩', 'ملف ۰۱۲۳۴۵۶۷۸۹')
})

test('different letters stay different', () => {
  const names = ['سالم', 'صالح', 'حسن', 'حسين', 'خالد', 'جلال', 'omar', 'amro', 'o’neil', 'a@b.sa']
  assert.equal(new Set(names.map(foldForSearch)).size, names.length)
})

test('a name in both scripts folds both', () => {
  assert.equal(foldForSearch('Nakheel مجموعة النَّخيل'), 'nakheel مجموعه النخيل')
})

test('marks of scripts in which they are vowels stay', () => {
  assert.notEqual(foldForSearch('किरण'), foldForSearch('करण'))
})

test('folding twice changes nothing, whatever the text', () => {
  const arabic = fc.string({ unit: fc.integer({ min: 0x600, max: 0x6ff }).map(code => String.fromCodePoint(code)) })
  const awkward = fc.string({
    unit: fc.constantFrom('a', 'É', ' ', '\t', '\u00a0', '\u200f', '\0', 'ـ', 'ء', '\u0654', 'ﻻ'),
  })
  fc.assert(
    fc.property(fc.oneof(arabic, awkward, fc.string({ unit: 'binary' })), text => {
      assert.equal(foldForSearch(foldForSearch(text)), foldForSearch(text))
    }),
    { numRuns: 5_000 },
  )
})

test('plain Latin text folds by the same rule as any other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), text => {
      assert.equal(foldForSearch(text), foldForSearch(`${text} ة`).slice(0, -1).trimEnd())
    }),
  )
})
