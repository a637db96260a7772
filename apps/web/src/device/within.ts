export const NO_ANSWER = Symbol('no answer')

/** The result of `asked`, or NO_ANSWER after `ms` milliseconds. A later result is dropped. */
export const within = async <T>(ms: number, asked: Promise<T>): Promise<T | typeof NO_ANSWER> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof NO_ANSWER>((resolve) => {
    timer = setTimeout(resolve, ms, NO_ANSWER)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
