import { UPLOAD_CONTENT_TYPES, type UploadContentType } from '@clinic/contract/files.ts'

const ascii = (head: Buffer, at: number, text: string): boolean =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** Sizes of the header that follows the 14 bytes of a bitmap file header: two letters alone would be too little to go by. */
const BITMAP_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124])

function isBitmap(head: Buffer): boolean {
  return ascii(head, 0, 'BM') && head.length >= 18 && BITMAP_HEADERS.has(head.readUInt32LE(14))
}

/** TIFF 6.0 and BigTIFF, in either byte order. */
const isTiff = (head: Buffer): boolean =>
  ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some(signature => ascii(head, 0, signature))

/** How each type begins. DICOM has a preamble of 128 bytes that may be anything (PS3.10 section 7.1). */
const SIGNATURES: Readonly<Record<UploadContentType, (head: Buffer) => boolean>> = {
  'image/jpeg': head => ascii(head, 0, '\xff\xd8\xff'),
  'image/png': head => ascii(head, 0, '\x89PNG\r\n\x1a\n'),
  'image/webp': head => ascii(head, 0, 'RIFF') && ascii(head, 8, 'WEBP'),
  'image/tiff': isTiff,
  'image/bmp': isBitmap,
  'application/pdf': head => ascii(head, 0, '%PDF-'),
  'application/dicom': head => ascii(head, 128, 'DICM'),
}

/** Whether a file that begins like this is what it is called. */
export function isOfType(contentType: string, head: Buffer): boolean {
  const known = UPLOAD_CONTENT_TYPES.find(type => type === contentType)
  return known !== undefined && SIGNATURES[known](head)
}
