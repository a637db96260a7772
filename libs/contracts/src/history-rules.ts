/** What a change did. A change of colour is `edited`. */
export const HISTORY_ACTIONS = ['added', 'edited', 'removed', 'restored'] as const
/** @public For clients of /api/history. */
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

/** The count of removed items stops at this number, although there may be more. */
export const REMOVED_COUNT_MAX = 1_000

/**
 * The id of a person's settings item. It is the same for every person, because nobody has more than one such item.
 * @public For clients of /api/history.
 */
export const SETTINGS_ID = 'me'
