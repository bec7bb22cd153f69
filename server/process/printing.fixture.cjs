// Loaded into a shop before everything else: on a signal it prints whatever Node and libraries print.
const depd = require(require.resolve('depd', { paths: [require.resolve('express')] }))('some-library');

process.on('SIGUSR2', () => {
  process.emitWarning('a warning about ada@shop.example', 'PlainWarning');
  process.emitWarning('a deprecation of ada@shop.example', 'DeprecationWarning');
  depd('a deprecation for ada@shop.example');
  /* eslint-disable no-console -- what is tested */
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'])
    console[method]('%s printed http://shop.example/login?email=ada%40shop.example&token=planted', method);
});
