import { anotherLog } from './opening.ts'
import type { Group, ReadModelStore } from './read-model-store.ts'

/** How far readers of the log came that keep no documents. */
export type Checkpoints = {
  /** The position that was reached; 0n the first time. Throws OpeningRefused. */
  open(name: string, log: string): Promise<bigint>
  /** false: somebody else moved it; `open` tells where it is now. Needs `open` before it. */
  move(name: string, expected: bigint, next: bigint): Promise<boolean>
}

/** Checkpoints beside those of the read models: groups without members. */
export function checkpointsIn(store: Pick<ReadModelStore, 'groups' | 'write'>): Checkpoints {
  const opened = new Map<string, Group>()
  return {
    async open(name, log) {
      const fresh: Group = { name, log, position: 0n, revision: 1n, members: {} }
      for (;;) {
        let group = (await store.groups()).find((one) => one.name === name)
        if (group === undefined) {
          if (!(await store.write(null, fresh))) continue
          group = fresh
        }
        if (group.log !== log) throw anotherLog(group.log, log)
        opened.set(name, group)
        return group.position
      }
    },
    async move(name, expected, next) {
      const group = opened.get(name)
      if (group === undefined) throw new Error(`Open ${name} before moving it`)
      const before = { ...group, position: expected }
      const after = { ...group, position: next }
      if (!(await store.write(before, after))) return false
      opened.set(name, after)
      return true
    },
  }
}
