import { MyMemosFrame } from '../features/my-memos/my-memos-frame.tsx'
import { KINDS } from './kinds.ts'

/** The frame around the pages of a person's items. */
export const Component = () => <MyMemosFrame kinds={KINDS} />
