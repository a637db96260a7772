import { MyMemosOverview } from '../features/my-memos/my-memos-overview.tsx'
import { KINDS } from './kinds.ts'

/** /my-memos: how much there is of every kind. */
export const Component = () => <MyMemosOverview kinds={KINDS} />
