module.exports = require('./required.cjs')(() => require('./index.js'), 'seesaw');
