/** The pages below /my-memos/ to which a text can link, by the names of the lists. */
export const LINKED_PAGES = { notes: 'memos', sermons: 'sermons', pads: 'pads' } as const
export type LinkedList = keyof typeof LINKED_PAGES

const ADDRESS = `/my-memos/(${Object.values(LINKED_PAGES).join('|')})/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`
const PAGES = new RegExp(`${ADDRESS}(?![\\w/-])`, 'g')
const ONE_PAGE = new RegExp(`^${ADDRESS}$`)

/** The address of an item's page. The address has the item's id, so it stays valid when the title changes. */
export const pageOfItem = (list: LinkedList, id: string): string => `/my-memos/${LINKED_PAGES[list]}/${id}`

/** The ids of the items to whose pages a text links. */
export const idsOfPagesIn = (text: string): readonly string[] =>
  [...text.matchAll(PAGES)].flatMap(([, , id]) => id ?? [])

/** The item of a page's address. Null for any other address. */
export const itemOfPage = (address: string): { readonly list: LinkedList; readonly id: string } | null => {
  const [, page, id] = ONE_PAGE.exec(address) ?? []
  const list = (Object.keys(LINKED_PAGES) as LinkedList[]).find((name) => LINKED_PAGES[name] === page)
  return list && id ? { list, id } : null
}
