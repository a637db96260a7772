import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { HISTORIES } from './histories.ts'

/** /my-memos/history */
export const Component = () => <HistoryPage histories={HISTORIES} />
