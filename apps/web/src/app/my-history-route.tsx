import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { HISTORIES } from './histories.ts'

/** The page /my-memos/history: the person's changes, and when administrators viewed the person's items. */
export const Component = () => <HistoryPage histories={HISTORIES} />
