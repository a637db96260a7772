import { textsOnVerses } from './texts-on-verses.ts'

/** @public kind-in-browser.ts imports this file by its name. */
export const kind = textsOnVerses({
  ...{ name: 'note', label: 'Notes', action: 'Memos', text: 'Note', others: { title: null } },
  ...{ list: '/my-memos/memos', search: 'Search your notes', verses: [16, 1, 2] },
})
