module.exports = require('../required.cjs')(() => require('./in_node.js'), 'seesaw/tensor');
