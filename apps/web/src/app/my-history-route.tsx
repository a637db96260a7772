import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { HISTORIES } from './histories.ts'

/** /my-memos/history: the person's changes, and what administrators looked at. */
export const Component = () => <HistoryPage histories={HISTORIES} />
