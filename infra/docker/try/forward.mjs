import { connect, createServer } from 'node:net'

// The embedded event store listens on loopback alone, and has no page for a health check as KurrentDB does.
createServer(caller => {
  caller.on('error', () => caller.destroy())
  caller.once('data', first => {
    if (first.subarray(0, 4).toString() === 'GET ')
      return caller.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
    const store = connect(2114, '127.0.0.1')
    const end = () => {
      caller.destroy()
      store.destroy()
    }
    for (const socket of [caller, store]) socket.on('error', end).on('close', end)
    store.write(first)
    caller.pipe(store).pipe(caller)
  })
}).listen(2113, '0.0.0.0')
