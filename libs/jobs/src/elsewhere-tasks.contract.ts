import { answerTasks } from './answer-tasks.ts'

// The program of the worker thread that elsewhere.test.ts starts.

export type TestTask = 'echo' | 'spin' | 'hog' | 'fail'

answerTasks((task: TestTask) => {
  const kept: number[][] = []
  if (task === 'fail') throw new Error('No such thing.')
  while (task === 'spin' || task === 'hog') if (task === 'hog') kept.push(Array.from({ length: 10_000 }, (_, n) => n))
  return `${task} done`
})
