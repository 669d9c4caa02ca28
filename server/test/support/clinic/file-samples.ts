import type { UploadContentType } from '@clinic/contract/files.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A bitmap of one pixel: file header, then a header of 40 bytes. */
function bitmap(): Buffer {
  const bytes = Buffer.alloc(58)
  bytes.write('BM')
  bytes.writeUInt32LE(58, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  return bytes
}

/** The beginning of a file of each type that may be uploaded. */
export const SAMPLES: Readonly<Record<UploadContentType, Buffer>> = {
  'image/jpeg': latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01 an invented photograph'),
  'image/png': latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR an invented picture'),
  'image/webp': latin1('RIFF\x24\0\0\0WEBPVP8  an invented picture'),
  'image/tiff': latin1('II*\0\x08\0\0\0 an invented scan'),
  'image/bmp': bitmap(),
  'application/pdf': latin1('%PDF-1.7\n% an invented letter'),
  'application/dicom': Buffer.concat([Buffer.alloc(128), latin1('DICM an invented x-ray')]),
}
