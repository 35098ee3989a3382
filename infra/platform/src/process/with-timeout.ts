/** Rejects when the promise does not settle in time; its later outcome is ignored. */
export const withTimeout = <T>(promise: Promise<T>, milliseconds: number): Promise<T> => {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds)
  promise.then(resolve, reject).finally(() => clearTimeout(timer))
  return result
}
