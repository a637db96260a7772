/** What a change did. A colour that was changed is `edited`. */
export const HISTORY_ACTIONS = ['added', 'edited', 'removed', 'restored'] as const
/** @public For clients of these calls. */
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

/** The id of a person's settings, of which there is one item. @public For clients of these calls. */
export const SETTINGS_ID = 'me'
