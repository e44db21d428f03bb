module.exports = require('./required.cjs')(() => require('./passes.js'), 'seesaw/passes');
