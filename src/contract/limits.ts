/** Every limit of the contract (section 8) in one place. */
export const limits = {
  /** Items in one batch update (4.5 rule 1). */
  itemsPerUpdate: 100,
  /** Record ids in one batch delete: as many as in one batch update, as the field notes name no number. */
  itemsPerDelete: 100,
  /** Records a query returns when `limit` is not sent (4.4). */
  pageSizeDefault: 20,
  /** Most records a query returns (4.4). */
  pageSizeMax: 100,
  /** File ids in one call (4.6). */
  fileIdsPerCall: 100,
  /** Life of a file link in milliseconds (4.6): one hour. */
  linkLifeMs: 60 * 60 * 1000,
  /** Life of an access token and of a provider API key in seconds (5.3, 5.4). */
  credentialLifeSeconds: 7200,
  /** A call hands out a new credential when less than this many seconds remain (5.3, 5.4). */
  renewalThresholdSeconds: 30 * 60,
} as const;
