/**
 * Settings that lift limits of what a person may write, because tests write faster than people. A test of such a limit
 * sets the limit itself.
 */
export const WITHOUT_LIMITS = {
  WRITES_A_MINUTE: '10000000',
  WRITTEN_MB_A_DAY: '1000000',
  MOST_ITEMS: '1000000000',
} as const
