/** Runs the tasks of one name one after another, those of different names side by side. */
export function turns(): <T>(name: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, task) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(task, task)
    last.set(name, turn)
    const done = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(done, done)
    return turn
  }
}
