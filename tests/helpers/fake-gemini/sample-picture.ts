// The image model's default picture.

import type { FakePicture } from './options.ts';

/** 64 x 36, a plain gradient. */
const JPEG_BASE64 =
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfH' +
  'yDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABaAAACAgMBAAAAAAAAAAAAAAAABgUDBAIBBwEAAgMBAQEAAAAAAAAAAAAAAAUEBgMBAgcQAQEA' +
  'AAAAAAAAAAAAAAAAAAAREQEBAAAAAAAAAAAAAAAAAAAAEf/AABEIACQAQAMBEgACEgADEgD/2gAMAwEAAhEDEQA/AIyGePdJazhpCRDPFkpNSO' +
  'GkJxhiwFNJTGFpKQ5QaWJcRa+JzKojRQ61cZuuB0OAAAB7C6+fOLk6x4yG1Ys2iJiWT6gIkSyzDDDqlBXDInQzxYqS0lhpCPDRFlpJSKGsJEM8' +
  'WWktI4Zwnp+LAVUnMI9ACqBYQAAAAAAAAAAAA1bPTy46wViU8MHpFrE54RHp/9k=';

/** The live image model answers with JPEG. */
export const SAMPLE_PICTURE: FakePicture = { mimeType: 'image/jpeg', bytes: Buffer.from(JPEG_BASE64, 'base64') };
