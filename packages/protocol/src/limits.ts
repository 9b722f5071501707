/** Limits of the product that server and web share. Times carry their unit in the name. */
export const limits = {
  mfaCodeLength: 6,
  recoveryCodeCount: 10,
  nameLengthMax: 100,
  emailLengthMax: 254,
  passwordBytesMin: 10,
  passwordBytesMax: 256,
  addressLineLengthMax: 200,
  pictureSidePixels: 400,
  pictureDataUrlLengthMax: 1_000_000,
  sessionsPerUserMax: 10,
  deletionWaitDays: 14,
  loadingClearMs: 2000,
  bannerClearMs: 3500,
  hashScrollTimeoutMs: 10_000,
} as const
