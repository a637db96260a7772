import type { ScriptureReceiver } from './scripture-receiver.ts'

/**
 * Handles quotations of USFM 3, USX 3 and USJ. A pair of milestones (qt-s, qt-e) marks a quotation, even across
 * chapters. Words of Jesus become spans. Quotations of other speakers are not marked.
 */
export const receiveSpeech = (receiver: ScriptureReceiver) => {
  const open: { id: string | undefined; jesus: boolean }[] = []
  return {
    start: (who: string | undefined, id: string | undefined) => {
      const jesus = /^(?:jesus|예수)/i.test(who?.trim() ?? '')
      open.push({ id, jesus })
      if (jesus) receiver.openSpan('jesus')
    },
    /** Ends the open quotation with this id, or else the innermost one. */
    end: (id: string | undefined) => {
      const named = open.findLastIndex((one) => id !== undefined && one.id === id)
      const [ended] = open.splice(named < 0 ? -1 : named, 1)
      if (ended?.jesus) receiver.closeSpan('jesus')
    },
  }
}
