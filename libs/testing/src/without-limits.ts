/** Settings that lift the limits for people, as tests write faster. Tests of limits set their own. */
export const WITHOUT_LIMITS = {
  WRITES_A_MINUTE: '10000000',
  WRITTEN_MB_A_DAY: '1000000',
  MOST_ITEMS: '1000000000',
} as const
