import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { HISTORIES } from './histories.ts'

/** /my-memos/history: what the person changed, and what administrators looked at. */
export const Component = () => <HistoryPage histories={HISTORIES} />
