/** The files of the overlay family, one for each weight and script it comes in. They are served beside the app and work offline. */

/** Of plain text, and of bold text. */
export type OverlayFontWeight = 600 | 800;

export type OverlayFontFile = {
  /** Path on the app's own origin. */
  path: string;
  weight: OverlayFontWeight;
  /** In hexadecimal: what is drawn with the file is named by it. */
  sha256: string;
  /** Characters the file is for, as CSS writes them. */
  unicodeRange: string;
};

export const overlayFontFiles: readonly OverlayFontFile[] = [
  {
    path: '/fonts/noto-sans-600-latin.woff2',
    weight: 600,
    sha256: '79e274470d1c5a0118eb325e2ea6f2eb2a449336d7fde1a4f20a2f32fe1119ed',
    unicodeRange:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  {
    path: '/fonts/noto-sans-600-latin-ext.woff2',
    weight: 600,
    sha256: '6f1b7d6ef64f6014c3e0a446285021a93f7020f01603a9150b3c73d471d8a6a4',
    unicodeRange:
      'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  },
  {
    path: '/fonts/noto-sans-600-greek.woff2',
    weight: 600,
    sha256: '54787208b1eadc4b2fccabd60298073ad3c14722534eb6153040058e7bcc8723',
    unicodeRange: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  },
  {
    path: '/fonts/noto-sans-600-greek-ext.woff2',
    weight: 600,
    sha256: '36b2f60b6baaf275fc60967641708f6abac95c79a1082cf5151fb65ec499d452',
    unicodeRange: 'U+1F00-1FFF',
  },
  {
    path: '/fonts/noto-sans-600-cyrillic.woff2',
    weight: 600,
    sha256: 'b9e717b1a40cfc81a2939da178c0bf99e955fac7f05cb307f8b43e1903ea7777',
    unicodeRange: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  },
  {
    path: '/fonts/noto-sans-600-cyrillic-ext.woff2',
    weight: 600,
    sha256: '0648d7d3b25c56770394ace0722271c138e79f263aa101726f6354031f8a74f9',
    unicodeRange: 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
  },
  {
    path: '/fonts/noto-sans-600-vietnamese.woff2',
    weight: 600,
    sha256: '810c4f33639e2e7df436de2154aa921845dd56f5bccc301215bcd6791804b44a',
    unicodeRange:
      'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  },
  {
    path: '/fonts/noto-sans-800-latin.woff2',
    weight: 800,
    sha256: 'a5650ea2e07952bc6cd44f67cea720697ac9fdc9e35f33e76ccc5004370c21a6',
    unicodeRange:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  {
    path: '/fonts/noto-sans-800-latin-ext.woff2',
    weight: 800,
    sha256: '099f5ba5fb7c2c393a842b4679920b2627aa16e5a701b8ea0c8eee451595b86a',
    unicodeRange:
      'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  },
  {
    path: '/fonts/noto-sans-800-greek.woff2',
    weight: 800,
    sha256: 'c06867785d5e426f06efda4121d7607be068399431dd230617b07fd61b045c62',
    unicodeRange: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  },
  {
    path: '/fonts/noto-sans-800-greek-ext.woff2',
    weight: 800,
    sha256: 'afe3c6982844580cf2467e8dc7ca83d564883fe52b540b97f02158eadd14a3ea',
    unicodeRange: 'U+1F00-1FFF',
  },
  {
    path: '/fonts/noto-sans-800-cyrillic.woff2',
    weight: 800,
    sha256: 'b90fa23a17f891d69bee5ec80b198ee4fb73ae69b326043012bba000c431726a',
    unicodeRange: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  },
  {
    path: '/fonts/noto-sans-800-cyrillic-ext.woff2',
    weight: 800,
    sha256: 'b660a3b3a0e46f6b626c63fc0b05d10bb39a9e4316c71754205f01b921908e25',
    unicodeRange: 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
  },
  {
    path: '/fonts/noto-sans-800-vietnamese.woff2',
    weight: 800,
    sha256: 'df09d7aa8a656b9a9262b4485c40accb1022dc531b5f055440fac8878c02cd2a',
    unicodeRange:
      'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  },
];
