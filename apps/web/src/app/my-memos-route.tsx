import { MyMemosFrame } from '../features/my-memos/my-memos-frame.tsx'
import { KINDS } from './kinds.ts'

/** The frame around all that a person has, of every kind. */
export const Component = () => <MyMemosFrame kinds={KINDS} />
